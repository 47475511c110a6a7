/** Monaco's own words in the reader's language. They must be before Monaco itself comes: it reads them once. */
const MESSAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  es: () => import('monaco-editor/nls/lang/es'),
  cs: () => import('monaco-editor/nls/lang/cs'),
  it: () => import('monaco-editor/nls/lang/it'),
  // It has no Catalan, and its Portuguese file is empty; their readers read Spanish more readily than English.
  ca: () => import('monaco-editor/nls/lang/es'),
  pt: () => import('monaco-editor/nls/lang/es'),
}

/** Monaco with its words. Rejects when a file cannot be fetched. */
export async function loadMonaco(language: string): Promise<typeof import('./monaco.ts')> {
  await MESSAGES[language]?.()
  return import('./monaco.ts')
}
