import { Command } from "effect/cli";

import { account } from "./commands/accounts/account.ts";
import { audit } from "./commands/accounts/audit.ts";
import { consoleCommand } from "./commands/accounts/console.ts";
import { member } from "./commands/accounts/member.ts";
import { org } from "./commands/accounts/org.ts";
import { key, project } from "./commands/accounts/project.ts";
import { usage } from "./commands/accounts/usage.ts";
import { backup, restore } from "./commands/deployment/backup.ts";
import { demo, doctor, migrate, serve, worker } from "./commands/deployment/services.ts";
import { einvoice } from "./commands/documents/einvoice.ts";
import { font } from "./commands/documents/font.ts";
import { render } from "./commands/documents/render.ts";
import { template } from "./commands/documents/template.ts";
import { verify } from "./commands/documents/verify.ts";
import { embed } from "./commands/people/embed.ts";
import { event } from "./commands/people/event.ts";
import { hook } from "./commands/people/hook.ts";
import { recipient } from "./commands/people/recipient.ts";
import { engagement, share } from "./commands/people/share.ts";
import { signature } from "./commands/people/signature.ts";
import { webhook } from "./commands/people/webhook.ts";
import { completions, help } from "./commands/setup/help.ts";
import { init } from "./commands/setup/init.ts";
import { login, logout, profiles } from "./commands/setup/profile.ts";
import { ProfileFlag } from "./environment/profiles.ts";

const DESCRIPTION = `Turn templates into PDFs, and PDFs into signed documents

  Commands that call a server read PARAPH_URL (http://127.0.0.1:3000 unless set) and a key:
  PARAPH_API_KEY of a project, PARAPH_ACCOUNT_KEY of an account, SERVICE_ADMIN_KEY of the operator.
  Variables may be in .env in the working directory, URL and keys also in a profile (paraph login).
  They print a table for people, or JSON with --json, and exit with 0 when it is done, 1 when it is
  refused or fails, 2 for a wrong command line or settings, 3 when the server cannot be reached,
  130 when interrupted.`;

/** The `paraph` command. */
export const paraph = Command.make("paraph").pipe(
  Command.withDescription(DESCRIPTION),
  Command.withExamples([
    { command: "paraph demo", description: "Try it with an example" },
    {
      command: "paraph render template.json data.json -o invoice.pdf",
      description: "Render a file without a server",
    },
    { command: "paraph help signature send", description: "Show the help of a command" },
  ]),
  Command.withSubcommands([
    { group: "Setup", commands: [init, login, logout, profiles, completions, help] },
    { group: "Documents", commands: [template, font, render, verify, einvoice] },
    {
      group: "People and events",
      commands: [share, engagement, signature, recipient, webhook, event, hook, embed],
    },
    {
      group: "Accounts",
      commands: [project, key, member, org, account, usage, audit, consoleCommand],
    },
    { group: "Operation", commands: [serve, worker, migrate, backup, restore, doctor, demo] },
  ]),
  Command.withGlobalFlags([ProfileFlag]),
);
