export * from "./letter.ts";
export * from "./email.ts";
export * from "./email_audit.ts";
export * from "./email_job.ts";
export * from "./email_queue.ts";
export * from "./email_store.ts";
export * from "./mailer.ts";
export * from "./emails.ts";
