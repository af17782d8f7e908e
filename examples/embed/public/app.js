// What the partner's pages do: ask their own server for a session, and show Paraph in its place.

const { embed } = document.querySelector("script[data-embed]").dataset;
const query = new URLSearchParams(location.search);
const [forms, news] = [document.getElementById("forms"), document.getElementById("news")];

if (query.has("mode")) await showParaph();
else if (query.has("sign")) await showSigning();
else await listTemplates();

async function showParaph() {
  const { mount } = await import(`${embed}/embed.js`);
  const session = await post(`/sessions?${query}`);
  const element = document.getElementById("paraph");
  const title = query.get("mode") === "fill" ? "Fill in a form" : "Design a template";
  document.getElementById("title").textContent = title;
  [forms.hidden, element.hidden] = [true, false];
  mount({
    element,
    session,
    title,
    renew: () => post(`/sessions/${session.session_id}/renew`),
    onReady: ({ mode }) => showStatus(`Ready to ${mode}.`),
    onSaved: ({ revision }) => showStatus(`Saved, revision ${revision}.`),
    onPublished: ({ slug, versionNumber }) =>
      showStatus(`Published ${slug}, version ${versionNumber}.`),
    onSubmitted: ({ renderId }) => {
      showStatus(`Submitted: render ${renderId}. `);
      news.append(linkTo("Sign it", { sign: renderId }));
    },
    onClose: () => location.assign("/"),
    onError: ({ code, message }) => showStatus(`${message} (${code})`),
  });
}

async function showSigning() {
  const { mountSigning } = await import(`${embed}/embed.js`);
  const element = document.getElementById("paraph");
  document.getElementById("title").textContent = "Sign a document";
  [forms.hidden, element.hidden] = [true, false];
  // The URL opens once: a new one for each visit.
  const { url } = await post(`/signatures?render=${query.get("sign")}`);
  mountSigning({
    element,
    url,
    onReady: () => showStatus("Ready to sign."),
    onSigned: () => showStatus("Signed. You get the document by email."),
    onDeclined: () => showStatus("Declined."),
    onError: ({ code, message }) => showStatus(`${message} (${code})`),
  });
}

async function listTemplates() {
  const response = await fetch("/templates");
  const templates = await response.json();
  document.getElementById("none").hidden = templates.length > 0;
  document.getElementById("templates").replaceChildren(...templates.map(templateItem));
}

function templateItem({ id, name }) {
  const item = document.createElement("li");
  const title = document.createElement("span");
  title.textContent = name;
  const open = (mode) => ({ mode, template: id });
  item.append(title, linkTo("Edit", open("design")), linkTo("Fill in", open("fill")));
  return item;
}

function linkTo(text, parameters) {
  const link = document.createElement("a");
  link.textContent = text;
  link.href = `/?${new URLSearchParams(parameters)}`;
  return link;
}

async function post(path) {
  const response = await fetch(path, { method: "POST" });
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

function showStatus(text) {
  news.textContent = text;
}
