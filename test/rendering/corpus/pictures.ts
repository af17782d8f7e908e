import { dataUri, pngOf } from "../../../packages/pdf/testing/fixtures.ts";

/** A PNG of 60 × 40 pixels: colours that run into each other, inside a transparent edge. */
export const LOGO = drawLogo();
export const LOGO_URI = dataUri(LOGO);

/** A JPEG of 48 × 32 pixels: a white disc before a gradient. */
export const PHOTO = new Uint8Array(
  Buffer.from(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozv/wAARCAAgADADASIAAhEBAxEB/8QAGQAAAwEBAQAAAAAAAAAAAAAAAwQGAQcF/8QAJRAAAQQCAAYCAwAAAAAAAAAAAgABAwQFEQYSE0FRoSExBxRS/8QAFgEBAQEAAAAAAAAAAAAAAAAABAUD/8QAGBEAAwEBAAAAAAAAAAAAAAAAAAIDARH/2gAMAwEAAhEDEQA/AJSIFX4ngHN5GmNoY4oIzbmBpjcXJvOmZ/a8HExwvk6jWNdHrB1N/wA8zb9Lv7a18fSXam95hhNDiV7D3MRbetdheM9bbuxN5Z+62IFe/kMYSo03fXW6r8vnl18+9KKiBTbOJRQkQJyIEOIE5ECl1cUikXECrMXxnmaFUawyRzADaB5hd3FvG2dvam4gTkQK3WgJFH7mQt5W1+xcleQ/puzC3hm7LYgQ4gTkQKXWgpFCRAnIgQ4gTkQKVVxSKf/Z",
    "base64",
  ),
);
export const PHOTO_URI = dataUri(PHOTO, "image/jpeg");

/** A drawing with shapes, a path and a stroke. */
export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60"><rect x="2" y="2" width="96" height="56" fill="#dde8f8" stroke="#204080" stroke-width="2"/><circle cx="30" cy="30" r="18" fill="#e05030"/><path d="M55 48 L75 12 L95 48 Z" fill="#30a050"/></svg>';

function drawLogo(): Uint8Array {
  const [width, height] = [60, 40];
  const raw = new Uint8Array(height * (1 + width * 4));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside = x >= 4 && x < width - 4 && y >= 4 && y < height - 4;
      raw.set([x * 4, y * 6, 255 - x * 4, isInside ? 255 : 60], y * (1 + width * 4) + 1 + x * 4);
    }
  }
  return pngOf({ width, height, colourType: 6, raw });
}
