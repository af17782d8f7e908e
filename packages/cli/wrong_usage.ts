import { Data, Runtime } from "effect";

/** Flags that are right by themselves make no sense together, or too little was said. */
export class WrongUsage extends Data.TaggedError("wrong_usage")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 2;
}
