/** The pipeline with the real guards: for the command line, the editor, tests, and documents not checked yet. */
import { documentGuards } from '../document/document-guards.ts'
import { loadLayoutWith, type LoadContext, type LoadedLayout } from './load.ts'

export { type LoadContext, type LoadedLayout, saveLayout } from './load.ts'

/** Loads a layout from its text or from a JSON value. Never throws. */
export const loadLayout = (input: unknown, context: LoadContext): LoadedLayout =>
  loadLayoutWith(documentGuards, input, context)
