export * from "./outbound_request.ts";
