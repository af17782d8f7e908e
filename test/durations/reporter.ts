import type { Reporter, TestModule } from "vitest/node";

import { recordDurations } from "./recorded_durations.ts";

/** Records how long suites take: `npm run test:durations`. */
export default class DurationsReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    recordDurations(
      new Map(
        modules.map((suite) => {
          const { collectDuration, duration, setupDuration } = suite.diagnostic();
          return [suite.moduleId, (collectDuration + duration + setupDuration) / 1000];
        }),
      ),
    );
  }
}
