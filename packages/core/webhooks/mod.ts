export * from "./event_publisher.ts";
export * from "./outgoing_event.ts";
