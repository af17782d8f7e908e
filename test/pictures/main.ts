import { Effect } from "effect";

import { consolePictures } from "./console.ts";
import { galleryPictures } from "./gallery.ts";
import { guidePictures } from "./guide.ts";
import { tourPictures } from "./tour.ts";
import { typesettingPictures } from "./typesetting.ts";

// Names of pictures of the guide, the console or the typesetting render only these.
// Others would change by a few pixels with each engine.
const [part, ...names] = process.argv.slice(2);
if (part === undefined || part === "guide") await Effect.runPromise(guidePictures(names));
if (part === undefined || part === "gallery") await Effect.runPromise(galleryPictures);
if (part === undefined || part === "tour") await Effect.runPromise(tourPictures);
if (part === undefined || part === "console") await Effect.runPromise(consolePictures(names));
if (part === "typesetting") await Effect.runPromise(typesettingPictures(names));
// The threads that rendered would keep this process alive.
process.exit();
