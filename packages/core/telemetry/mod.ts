export * from "./as_job.ts";
export * from "./measurements.ts";
export * from "./metrics.ts";
export * from "./trace_parent.ts";
export * from "./version.ts";
