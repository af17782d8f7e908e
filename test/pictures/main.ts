import { Effect } from "effect";

import { guidePictures } from "./guide.ts";
import { tourPictures } from "./tour.ts";

const [part] = process.argv.slice(2);
if (part !== "tour") await Effect.runPromise(guidePictures);
if (part !== "guide") await Effect.runPromise(tourPictures);
// The threads that rendered would keep this process alive.
process.exit();
