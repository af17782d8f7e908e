import { Effect } from "effect";

import { consolePictures } from "./console.ts";
import { galleryPictures } from "./gallery.ts";
import { guidePictures } from "./guide.ts";
import { tourPictures } from "./tour.ts";

// Names of pictures of the guide or the console render only these.
// Others would change by a few pixels with each engine.
const [part, ...names] = process.argv.slice(2);
if (part === undefined || part === "guide") await Effect.runPromise(guidePictures(names));
if (part === undefined || part === "gallery") await Effect.runPromise(galleryPictures);
if (part === undefined || part === "tour") await Effect.runPromise(tourPictures);
if (part === undefined || part === "console") await Effect.runPromise(consolePictures(names));
// The threads that rendered would keep this process alive.
process.exit();
