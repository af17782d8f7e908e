import { generateLayout, withPageDefaults } from "@paraph/core/layouts";
import type { InputData, Manifest } from "@paraph/core/manifests";
import { type Account, ProjectStore } from "@paraph/core/projects";
import { jsonBytes, type NewRender } from "@paraph/core/renders";
import { TemplateStore } from "@paraph/core/templates";
import {
  AccountId,
  newSecret,
  newRow,
  ProjectId,
  RenderId,
  Slug,
  TemplateId,
  TemplateVersionId,
  Transaction,
} from "@paraph/core/values";
import { DateTime, Effect } from "effect";

import { NOT_COMPILED } from "./stores.ts";

/** A manifest with one optional text. */
export const GREETING: Manifest = {
  variables: [{ key: "name", label: "Name", dataType: "text", required: false }],
  loops: [],
};

/** Stores an account. */
export const createAccount = Effect.gen(function* () {
  const { id, createdAt } = yield* newRow;
  const account: Account = { id: AccountId.make(id), name: "Acme", createdAt };
  yield* (yield* ProjectStore).addAccount(account);
  return account.id;
});

/** Stores a project in a new account. */
export const createProject = Effect.gen(function* () {
  const accountId = yield* createAccount;
  const { id, createdAt } = yield* newRow;
  const slug = Slug.make("project");
  const project = { id: ProjectId.make(id), accountId, name: "Project", slug, createdAt };
  const settings = { publicDownloads: true, branding: {}, language: "en" } as const;
  yield* (yield* ProjectStore).addProject({ ...project, ...settings, updatedAt: createdAt });
  return project.id;
});

/** Stores a new version of the template with this slug, and creates the template first if needed. */
export const createVersion = Effect.fnUntraced(function* (projectId: ProjectId, slug: Slug) {
  const store = yield* TemplateStore;
  const template = yield* newRow;
  const version = yield* newRow;
  const pageConfig = withPageDefaults(undefined);
  const layout = generateLayout(GREETING, { title: "Greeting", pageConfig });
  const layoutJson = { text: JSON.stringify(layout), parts: null };
  const content = {
    manifest: GREETING,
    layout: layoutJson,
    pageConfig,
    compiled: NOT_COMPILED,
    fonts: [],
  };
  const save = Effect.gen(function* () {
    const { id: templateId, currentVersionNumber } = yield* store.claim({
      id: TemplateId.make(template.id),
      projectId,
      slug,
      name: "Greeting",
      createdAt: template.createdAt,
    });
    const versionNumber = (currentVersionNumber ?? 0) + 1;
    const id = TemplateVersionId.make(version.id);
    const metadata = { name: "Greeting", description: null, templateType: "document" } as const;
    const { createdAt } = version;
    yield* store.addVersion({ id, templateId, versionNumber, createdAt, ...metadata, ...content });
    return { templateId, templateVersionId: id, versionNumber };
  });
  return yield* (yield* Transaction).run(save);
});

const NO_DATA: InputData = { values: {}, loops: {} };

/** A render of a version, before it is accepted. */
export const newRender = Effect.fnUntraced(function* (
  projectId: ProjectId,
  version: Pick<NewRender, "templateId" | "templateVersionId">,
  { data = NO_DATA, ...more }: Partial<Omit<NewRender, "data">> & { data?: InputData } = {},
) {
  const { id, createdAt } = yield* newRow;
  const downloadToken = yield* newSecret;
  const { templateId, templateVersionId } = version;
  const render: NewRender = {
    id: RenderId.make(id),
    projectId,
    templateId,
    templateVersionId,
    source: "api",
    filename: null,
    downloadToken,
    createdAt,
    data: { json: jsonBytes(data), blob: null },
    traceParent: null,
    encryption: null,
    encryptionKeys: null,
    standard: null,
    ...more,
  };
  return render;
});

/** The result of a succeeded render. */
export const successfulOutcome = Effect.map(
  DateTime.now,
  (now) =>
    ({ move: "succeed", at: now, pageCount: 1, byteSize: 1000, sha256: "0".repeat(64) }) as const,
);
