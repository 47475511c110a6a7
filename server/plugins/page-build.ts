/**
 * Which build of the page this server gives. A page keeps running while the server behind it is replaced, and the two
 * agree on the form of every answer only as long as they are of one build: so the page has its own in its document,
 * and each answer names the server's. It is taken of the document alone, which names its scripts by their contents, and
 * they the rest: it changes when a reload would bring something else, and never otherwise.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** On the answers of the API. */
export const BUILD_HEADER = 'x-build'

/** 12 letters, digits, `-` or `_`. */
export const pageBuild = (staticDir: string): string =>
  createHash('sha256')
    .update(readFileSync(join(staticDir, 'index.html')))
    .digest('base64url')
    .slice(0, 12)
