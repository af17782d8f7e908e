export * from "./webhook_sender_http.ts";
