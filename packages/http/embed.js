// Shows Paraph's builder, a form or the send page inside of a page. No dependencies, no build; see embed.d.ts.

const MINUTE = 60_000;
/** How long before its end a session is renewed, and how often that is looked at. */
const [RENEW_AHEAD, CHECK_INTERVAL] = [5 * MINUTE, MINUTE / 2];
/** Pauses between attempts to renew, in milliseconds. */
const PAUSES = [1000, 2000, 4000, 8000, 16_000];

const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox";

const HANDLERS = {
  "paraph:ready": "onReady",
  "paraph:saved": "onSaved",
  "paraph:published": "onPublished",
  "paraph:submitted": "onSubmitted",
  "paraph:sent": "onSent",
  "paraph:close": "onClose",
  "paraph:error": "onError",
};

export function isDue(expiresAt, now) {
  const end = Date.parse(expiresAt ?? "");
  return Number.isFinite(end) && now >= end - RENEW_AHEAD;
}

export function tokenFrom({ session_token: token, iframe_url: url }) {
  if (token) return token;
  const fragment = url ? new URL(url).hash.slice(1) : "";
  return new URLSearchParams(fragment).get("token") ?? undefined;
}

const SIGNING_HANDLERS = {
  "paraph:ready": "onReady",
  "paraph:signed": "onSigned",
  "paraph:declined": "onDeclined",
  "paraph:error": "onError",
};

function createFrame(url, title) {
  const iframe = document.createElement("iframe");
  iframe.title = title;
  iframe.referrerPolicy = "no-referrer";
  iframe.allow = "";
  iframe.setAttribute("sandbox", SANDBOX);
  Object.assign(iframe.style, { border: "0", width: "100%", height: "100%", display: "block" });
  iframe.src = url;
  return iframe;
}

export function mountSigning(options) {
  const { element, url, title = "Document to sign" } = options;
  const { origin } = new URL(url);
  const controller = new AbortController();
  const iframe = createFrame(url, title);
  const handleMessage = ({ origin: from, source, data }) => {
    if (from !== origin || source !== iframe.contentWindow) return;
    const type = data?.type ?? "";
    if (Object.hasOwn(SIGNING_HANDLERS, type)) options[SIGNING_HANDLERS[type]]?.(data);
  };
  window.addEventListener("message", handleMessage, { signal: controller.signal });
  element.append(iframe);
  return {
    iframe,
    destroy() {
      controller.abort();
      iframe.remove();
    },
  };
}

export function mount(options) {
  const { element, session, renew, title = "Paraph" } = options;
  const url = options.iframeUrl ?? session.iframe_url;
  const { origin } = new URL(url);
  const controller = new AbortController();
  const { signal } = controller;
  let expiresAt = session?.expires_at;
  let isReady = false;
  let isRenewing = false;
  let hasGivenUp = false;

  const iframe = createFrame(url, title);

  const renewOnce = async () => {
    const renewal = await renew();
    const token = tokenFrom(renewal);
    if (!token) throw new Error("renew() has to give session_token or iframe_url");
    if (signal.aborted) return;
    expiresAt = renewal.expires_at;
    iframe.contentWindow?.postMessage({ type: "paraph:token", token }, origin);
  };
  const renewNow = async () => {
    if (isRenewing || !renew) return;
    isRenewing = true;
    for (const pause of [...PAUSES, undefined]) {
      try {
        await renewOnce();
        hasGivenUp = false;
        break;
      } catch (error) {
        if (signal.aborted) break;
        if (pause === undefined) {
          hasGivenUp = true;
          options.onError?.({
            type: "paraph:error",
            code: "renew_failed",
            message: String(error?.message ?? error),
          });
        } else await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    isRenewing = false;
  };
  // Clocks are looked at, not waited for: machines sleep.
  const checkExpiry = () => {
    if (isReady && !hasGivenUp && isDue(expiresAt, Date.now())) void renewNow();
  };
  const handleMessage = ({ origin: from, source, data }) => {
    if (from !== origin || source !== iframe.contentWindow) return;
    const handler = Object.hasOwn(HANDLERS, data?.type ?? "") ? HANDLERS[data.type] : undefined;
    if (handler === undefined) return;
    if (data.code === "session_expired" && renew) void renewNow();
    else options[handler]?.(data);
    // Before that, no page receives a new token.
    isReady ||= data.type === "paraph:ready";
    checkExpiry();
  };

  window.addEventListener("message", handleMessage, { signal });
  window.addEventListener("online", checkExpiry, { signal });
  document.addEventListener("visibilitychange", checkExpiry, { signal });
  const timer = setInterval(checkExpiry, CHECK_INTERVAL);
  element.append(iframe);

  return {
    iframe,
    destroy() {
      controller.abort();
      clearInterval(timer);
      iframe.remove();
    },
  };
}
