import { INVOICE_DATA } from "../../packages/http/_testing/api_client.ts";
import { DELETED_RESOURCE, ID, LARGE, NO_KEY, type Request } from "./contract_request.ts";

/** The ids of the disabled webhook and of its delivery are inserted when a request is sent. */
const WEBHOOK = "/v1/webhooks/{webhook}";
const UNKNOWN = `/v1/webhooks/${ID}`;
/** A subscription to events. */
export const SUBSCRIBE = {
  method: "POST",
  path: "/v1/webhooks",
  json: { url: "https://partner.test/" },
};
const CHANGE = { method: "PATCH", path: WEBHOOK, json: { description: "Books" } };
const REPLAY = { method: "POST", path: `${WEBHOOK}/deliveries/{delivery}/replay` };

const INBOUND_PATH = "/v1/templates/known/hook";
const REQUIRE_SIGNATURE = {
  method: "PATCH",
  path: INBOUND_PATH,
  json: { requireSignature: false },
};
const INBOUND = { method: "POST", path: "/v1/hooks/{token}", ...NO_KEY };
/** Data that was received under a key, and whose render was erased. */
export const INBOUND_RENDER = { ...INBOUND, json: INVOICE_DATA };

/** Requests that cause each failure of webhooks, events and inbound webhooks. */
export const WEBHOOK_CASES: Record<string, Record<string, Request>> = {
  "webhooks.create": {
    unauthorized: { ...SUBSCRIBE, ...NO_KEY },
    invalid_json: { ...SUBSCRIBE, body: "{" },
    invalid_request: { ...SUBSCRIBE, json: { url: "nowhere" } },
    payload_too_large: { ...SUBSCRIBE, body: LARGE },
    conflict: SUBSCRIBE,
    not_found: { ...SUBSCRIBE, ...DELETED_RESOURCE },
  },
  "webhooks.list": { unauthorized: { path: "/v1/webhooks", ...NO_KEY } },
  "webhooks.get": { unauthorized: { path: WEBHOOK, ...NO_KEY }, not_found: { path: UNKNOWN } },
  "webhooks.update": {
    unauthorized: { ...CHANGE, ...NO_KEY },
    not_found: { ...CHANGE, path: UNKNOWN, body: "{" },
    invalid_json: { ...CHANGE, body: "{" },
    invalid_request: { ...CHANGE, json: { enabled: "yes" } },
    payload_too_large: { ...CHANGE, body: LARGE },
  },
  "webhooks.remove": {
    unauthorized: { method: "DELETE", path: WEBHOOK, ...NO_KEY },
    not_found: { method: "DELETE", path: UNKNOWN },
  },
  "webhooks.test": {
    unauthorized: { method: "POST", path: `${WEBHOOK}/test`, ...NO_KEY },
    not_found: { method: "POST", path: `${UNKNOWN}/test` },
    conflict: { method: "POST", path: `${WEBHOOK}/test` },
  },
  "webhooks.rotate": {
    unauthorized: { method: "POST", path: `${WEBHOOK}/rotate`, ...NO_KEY },
    not_found: { method: "POST", path: `${UNKNOWN}/rotate` },
  },
  "webhooks.deliveries": {
    unauthorized: { path: `${WEBHOOK}/deliveries`, ...NO_KEY },
    not_found: { path: `${UNKNOWN}/deliveries?limit=0` },
    invalid_request: { path: `${WEBHOOK}/deliveries?limit=0` },
  },
  "webhooks.replay": {
    unauthorized: { ...REPLAY, ...NO_KEY },
    not_found: { ...REPLAY, path: `${WEBHOOK}/deliveries/${ID}/replay` },
    conflict: REPLAY,
  },
  "webhooks.events": {
    unauthorized: { path: "/v1/events", ...NO_KEY },
    invalid_request: { path: "/v1/events?after=nothing" },
  },
  "hooks.mint": {
    unauthorized: { method: "POST", path: INBOUND_PATH, ...NO_KEY },
    template_not_found: { method: "POST", path: "/v1/templates/unknown/hook" },
    not_found: { method: "POST", path: "/v1/templates/hookless/hook", ...DELETED_RESOURCE },
  },
  "hooks.get": {
    unauthorized: { path: INBOUND_PATH, ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown/hook" },
    not_found: { path: "/v1/templates/hookless/hook" },
  },
  "hooks.update": {
    unauthorized: { ...REQUIRE_SIGNATURE, ...NO_KEY },
    template_not_found: { ...REQUIRE_SIGNATURE, path: "/v1/templates/unknown/hook", body: "{" },
    not_found: { ...REQUIRE_SIGNATURE, path: "/v1/templates/hookless/hook", body: "{" },
    invalid_json: { ...REQUIRE_SIGNATURE, body: "{" },
    invalid_request: { ...REQUIRE_SIGNATURE, json: {} },
    payload_too_large: { ...REQUIRE_SIGNATURE, body: LARGE },
  },
  "hooks.remove": {
    unauthorized: { method: "DELETE", path: INBOUND_PATH, ...NO_KEY },
    template_not_found: { method: "DELETE", path: "/v1/templates/unknown/hook" },
    not_found: { method: "DELETE", path: "/v1/templates/hookless/hook" },
  },
  "inbound.receive": {
    invalid_token: { ...INBOUND, path: "/v1/hooks/hook_unknown", body: LARGE },
    invalid_signature: { ...INBOUND, body: "{", headers: { "x-service-signature": "00" } },
    invalid_json: { ...INBOUND, body: "{" },
    invalid_request: { ...INBOUND, json: [] },
    payload_too_large: { ...INBOUND, body: LARGE },
    invalid_input_data: { ...INBOUND, json: {} },
    no_published_version: { ...INBOUND, path: "/v1/hooks/{unpublishedToken}", json: {} },
    not_found: { ...INBOUND_RENDER, ...DELETED_RESOURCE },
  },
};
