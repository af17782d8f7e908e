// What the partner's pages do: ask their own server for a session, and show Paraph in its place.

const { embed } = document.querySelector("script[data-embed]").dataset;
const query = new URLSearchParams(location.search);
const [forms, news] = [document.getElementById("forms"), document.getElementById("news")];

if (query.has("mode")) await showParaph();
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
    onSubmitted: ({ renderId }) => showStatus(`Submitted: render ${renderId}.`),
    onClose: () => location.assign("/"),
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
  item.append(title, linkTo("Edit", "design", id), linkTo("Fill in", "fill", id));
  return item;
}

function linkTo(text, mode, template) {
  const link = document.createElement("a");
  link.textContent = text;
  link.href = `/?${new URLSearchParams({ mode, template })}`;
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
