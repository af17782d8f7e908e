import { copyFileSync } from "node:fs";
import { join } from "node:path";

import { defineConfig } from "vitepress";

import { anchorOf } from "./anchor.ts";

const REPOSITORY = "https://github.com/paraph/paraph";

/** Entries of the sidebar: titles by paths. */
const pages = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([link, text]) => ({ text, link }));

export default defineConfig({
  title: "Paraph",
  description: "Render documents from templates, share them and have them signed.",
  lang: "en",
  cleanUrls: true,
  lastUpdated: false,
  // The site has the OpenAPI document that servers have.
  buildEnd: ({ outDir, srcDir }) =>
    copyFileSync(join(srcDir, "../packages/http/openapi.json"), join(outDir, "openapi.json")),
  // Headings have the same anchors here and on GitHub.
  markdown: {
    anchor: { slugify: anchorOf },
    config: ({ renderer }) => {
      const { code_inline: renderCode } = renderer.rules;
      // Vue leaves placeholders such as {{name}} in code as they are.
      renderer.rules.code_inline = (...args) =>
        (renderCode?.(...args) ?? "").replace(/^<code/, "<code v-pre");
    },
  },
  // Pictures outside of this folder are imported: the development server cannot serve them by their paths.
  vue: { template: { transformAssetUrls: { base: "" } } },
  themeConfig: {
    search: { provider: "local" },
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: "Edit this page" },
    outline: [2, 3],
    nav: [
      { text: "Quickstart", link: "/quickstart" },
      { text: "Guides", link: "/guides/templates" },
      { text: "API", link: "/api/" },
      { text: "CLI", link: "/cli/" },
      { text: "Self-hosting", link: "/self-hosting/" },
      { text: "GitHub", link: REPOSITORY },
    ],
    sidebar: [
      {
        text: "Introduction",
        items: pages({
          "/quickstart": "Quickstart",
          "/concepts": "Concepts and glossary",
          "/comparison": "Comparison",
        }),
      },
      {
        text: "Guides",
        items: pages({
          "/guides/gallery": "Gallery",
          "/guides/templates": "Designing templates",
          "/guides/publishing-templates": "Publishing templates",
          "/guides/rendering": "Rendering",
          "/guides/batches": "Batch rendering",
          "/guides/sharing": "Sharing",
          "/guides/engagement": "Engagement",
          "/guides/signing": "Signing",
          "/guides/bulk-signing": "Bulk signing",
          "/guides/e-signature-law": "E-signature law",
          "/guides/webhooks": "Webhooks and events",
          "/guides/inbound-webhooks": "Inbound webhooks",
          "/guides/embedding": "Embedding",
          "/guides/projects-and-keys": "Projects and keys",
          "/guides/console": "Console",
          "/guides/electronic-invoices": "Electronic invoices",
          "/guides/archivable-documents": "Archivable documents",
          "/guides/accessible-documents": "Accessible documents",
          "/guides/fonts": "Fonts",
          "/guides/typesetting": "Typesetting compared",
          "/guides/organisations": "Organisations",
          "/guides/usage": "Usage by day",
          "/guides/audit-log": "Audit log",
          "/guides/erasure": "Erasure requests",
          "/guides/node-library": "Node.js library",
        }),
      },
      {
        text: "Reference",
        items: pages({ "/api/": "HTTP API", "/cli/": "CLI", "/cli/reference": "CLI reference" }),
      },
      {
        text: "API reference",
        collapsed: true,
        items: pages({
          "/api/templates": "Templates",
          "/api/fonts": "Fonts",
          "/api/renders": "Renders",
          "/api/shares": "Shares",
          "/api/engagement": "Engagement",
          "/api/signature-requests": "Signature requests",
          "/api/webhooks": "Webhooks",
          "/api/inbound-webhooks": "Inbound webhooks",
          "/api/projects": "Projects",
          "/api/members": "Members",
          "/api/usage": "Usage",
          "/api/audit-log": "Audit log",
          "/api/erasures": "Erasures",
          "/api/embed-sessions": "Embed sessions",
          "/api/builder-templates": "Builder templates",
          "/api/form-submissions": "Form submissions",
          "/api/organisations": "Organisations",
          "/api/health": "Health",
        }),
      },
      {
        text: "Self-hosting",
        collapsed: true,
        items: pages({
          "/self-hosting/": "Overview",
          "/self-hosting/single-node": "Single node",
          "/self-hosting/containers": "Containers",
          "/self-hosting/kubernetes": "Kubernetes",
          "/self-hosting/proxy": "Reverse proxy",
          "/self-hosting/email": "Email delivery",
          "/self-hosting/sms": "SMS gateway",
          "/self-hosting/single-sign-on": "Single sign-on",
          "/self-hosting/signing-certificate": "Signing certificate",
          "/self-hosting/accounts": "Accounts, keys and organisations",
          "/self-hosting/configuration": "Configuration",
          "/self-hosting/object-storage": "Object storage",
          "/self-hosting/backup": "Backup and restore",
          "/self-hosting/high-availability": "High availability",
          "/self-hosting/upgrade": "Upgrades",
          "/self-hosting/data-retention": "Data retention",
          "/self-hosting/monitoring": "Monitoring",
          "/self-hosting/capacity": "Capacity planning",
          "/self-hosting/troubleshooting": "Troubleshooting",
        }),
      },
      {
        text: "Migration guides",
        collapsed: true,
        items: pages({
          "/migrate/": "Overview",
          "/migrate/pdfme": "From pdfme",
          "/migrate/pdfmonkey": "From PDFMonkey",
          "/migrate/docuseal": "From DocuSeal",
        }),
      },
      {
        text: "Project",
        collapsed: true,
        items: pages({
          "/security": "Security model",
          "/architecture/": "Architecture",
          "/architecture/decisions/": "Decision records",
        }),
      },
    ],
  },
});
