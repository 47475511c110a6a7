/**
 * The JSON editor's two files as they are installed: changed where they must be, and refused when they read
 * differently.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changed } from './monaco-styles.ts'

const root = join(import.meta.dirname, '../node_modules/monaco-editor/esm')
const FILES = ['vs/base/browser/domStylesheets.js', 'vs/editor/browser/view/viewLayer.js']

test.each(FILES)('%s of the installed version writes no style element and no style attribute any more', (file) => {
  const next = changed(join(root, file), readFileSync(join(root, file), 'utf8')) ?? ''
  expect(next).not.toContain("document.createElement('style')")
  if (file.endsWith('viewLayer.js')) {
    expect(next.match(/stripInlineStyles\(/g)).toHaveLength(3)
    expect(next.match(/applyInlineStyles\((?:this\._domNode|hugeDomNode)\)/g)).toHaveLength(2)
  }
})

test('a version that reads differently stops the build, and other files stay as they are', () => {
  expect(() => changed(join(root, FILES[0] ?? ''), 'export {}')).toThrow(
    /^MONACO_CHANGED: vs\/base\/browser\/domStylesheets\.js/,
  )
  expect(changed(join(root, 'vs/nls.js'), 'export {}')).toBeUndefined()
})
