// Checks a template while it is typed, by the rules of publishing, without a server.
import { checkTemplate } from "@paraph/core/templates";

const text = document.querySelector("textarea");
const verdict = document.querySelector("#verdict");
const list = document.querySelector("#issues");

function check(json: string) {
  try {
    const result = checkTemplate(JSON.parse(json));
    return result.ok ? [] : result.issues;
  } catch {
    return [{ path: "", message: "Not JSON" }];
  }
}

function show(): void {
  const issues = check(text?.value ?? "");
  if (verdict) verdict.textContent = issues.length === 0 ? "Valid" : `Problems: ${issues.length}`;
  const items = issues.map(({ path, message }) => {
    const item = document.createElement("li");
    const place = document.createElement("code");
    place.textContent = path;
    item.append(place, ` ${message}`);
    return item;
  });
  list?.replaceChildren(...items);
}

text?.addEventListener("input", show);
show();
