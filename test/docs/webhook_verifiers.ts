import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

import { readIfInstalled } from "../support/outside_tool.ts";
import type { Page } from "./page_parts.ts";

/** A received delivery to verify. Names of headers are in lower case. */
export interface Verification {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
}

/** A language in which the guide verifies deliveries. */
interface Language {
  /** The title of its tab. */
  readonly title: string;
  /** The arguments with which its tool prints its version. */
  readonly tool: readonly [name: string, ...args: ReadonlyArray<string>];
  /** The file of the guide's function. */
  readonly file: string;
  /** A program that calls the function for each line of its input and prints `accepted` or `rejected`. */
  readonly program: string;
  /** Further files, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The file of the program. */
  readonly main: string;
  /** The command that runs it. */
  readonly run: readonly [command: string, ...args: ReadonlyArray<string>];
}

/** All languages without a client of their own. A failure other than a rejection ends the program. */
export const LANGUAGES: ReadonlyArray<Language> = [
  {
    title: "Python",
    tool: ["python3", "--version"],
    file: "verify.py",
    program: [
      "import json, sys",
      "from verify import verify_webhook",
      "for line in sys.stdin:",
      "    case = json.loads(line)",
      "    try:",
      "        verify_webhook(case['body'].encode(), case['headers'], case['secret'])['id']",
      "        print('accepted')",
      "    except ValueError:",
      "        print('rejected')",
    ].join("\n"),
    main: "main.py",
    run: ["python3", "main.py"],
  },
  {
    title: "PHP",
    tool: ["php", "--version"],
    file: "verify.php",
    program: [
      "<?php",
      "require 'verify.php';",
      "foreach (file('php://stdin') as $line) {",
      "    $case = json_decode($line, true);",
      "    try {",
      "        verify_webhook($case['body'], $case['headers'], $case['secret'])['id'];",
      '        echo "accepted\\n";',
      "    } catch (UnexpectedValueException) {",
      '        echo "rejected\\n";',
      "    }",
      "}",
    ].join("\n"),
    main: "main.php",
    run: ["php", "main.php"],
  },
  {
    title: "Ruby",
    tool: ["ruby", "--version"],
    file: "verify.rb",
    program: [
      "require_relative 'verify'",
      "$stdin.each_line do |line|",
      "  body, headers, secret = JSON.parse(line).values_at('body', 'headers', 'secret')",
      "  verify_webhook(body.b, headers, secret).fetch('id')",
      "  puts 'accepted'",
      "rescue ArgumentError",
      "  puts 'rejected'",
      "end",
    ].join("\n"),
    main: "main.rb",
    run: ["ruby", "main.rb"],
  },
  {
    title: "Go",
    tool: ["go", "version"],
    file: "webhook/verify.go",
    program: [
      "package main",
      'import ("encoding/json"; "fmt"; "io"; "net/http"; "os"; "time"; "example.com/webhook")',
      "func main() {",
      "  lines := json.NewDecoder(os.Stdin)",
      "  for {",
      "    var line struct { Body, Secret string; Headers map[string]string }",
      "    if err := lines.Decode(&line); err == io.EOF { return } else if err != nil { panic(err) }",
      "    headers := http.Header{}",
      "    for name, value := range line.Headers { headers.Set(name, value) }",
      "    event, err := webhook.Verify([]byte(line.Body), headers, line.Secret, 5*time.Minute)",
      '    if err == nil && event["id"] != nil { fmt.Println("accepted") } else { fmt.Println("rejected") }',
      "  }",
      "}",
    ].join("\n"),
    files: { "go.mod": "module example.com\n\ngo 1.19\n" },
    main: "main.go",
    run: ["go", "run", "."],
  },
];

/** Whether the tool of a language is installed. */
export const isInstalled = ({ tool: [name, ...args] }: Language): boolean =>
  readIfInstalled(name, args) !== undefined;

/** Verifies deliveries with the function of the guide, in a folder; returns `accepted` or `rejected` for each. */
export function verifyWith(
  { title, file, program, files = {}, main, run: [command, ...args] }: Language,
  page: Page,
  folder: string,
  deliveries: ReadonlyArray<Verification>,
): ReadonlyArray<string> {
  const block = page.blocks.find(
    (each) => each.title === title && each.content.includes("webhook-signature"),
  );
  if (block === undefined) throw new Error(`${page.name} does not verify webhooks in ${title}`);
  for (const [name, content] of Object.entries({
    ...files,
    [file]: block.content,
    [main]: program,
  })) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  const input = deliveries.map((delivery) => `${JSON.stringify(delivery)}\n`).join("");
  const output = execFileSync(command, args, { cwd: folder, input, encoding: "utf8" });
  return output.trimEnd().split("\n");
}
