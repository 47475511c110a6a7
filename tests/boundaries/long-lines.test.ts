import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './import-table.ts'
import { longLines } from './long-lines.ts'

const WIDE = 'x'.repeat(100)
/** Pages that are made of the descriptions of widgets and sources. */
const WRITTEN_BY_SCRIPTS = /^docs\/(?:widgets|sources)\.md$/
const NEAR = 'near '.repeat(25)

test('a line of code, of styles or of a comment beyond column 120 is found', () => {
  expect(longLines('a.ts', `const a = 1\nconst ${'b'.repeat(120)} = 2`)).toEqual([2])
  expect(longLines('a.ts', `// ${NEAR}\nthrow new Error('${NEAR}')`)).toEqual([1, 2])
  expect(longLines('a.ts', `const a = \`\${b} ${NEAR}\``)).toEqual([1])
  expect(longLines('a.ts', `const a = \`\nSELECT ${NEAR}\n\``)).toEqual([2])
  expect(longLines('a.module.css', `.a { color: red; }\n.b { content: '${NEAR}'; }`)).toEqual([2])
})

test('what cannot end before it may be longer: names of tests, expressions, addresses, texts that are printed', () => {
  expect(longLines('a.test.ts', `test('${NEAR}', () => undefined)\ntest.each([1])('%s ${NEAR}', () => 1)`)).toEqual([])
  expect(longLines('a.ts', `const a = /${NEAR}/\nconst b = '${WIDE}/${WIDE}'`)).toEqual([])
  expect(longLines('a.ts', `const help = \`\n${NEAR}\n\``)).toEqual([])
  expect(longLines('a.ts', `// oxlint-disable-next-line no-new -- ${NEAR}`)).toEqual([])
})

test('prose of Markdown ends at column 120; rows of tables and blocks of code may be longer', () => {
  expect(longLines('a.md', `- ${NEAR}`)).toEqual([1])
  expect(longLines('a.md', `| ${NEAR} |\n\`\`\`\n${NEAR}\n\`\`\`\n${NEAR}`)).toEqual([5])
})

test('no line of code, styles or prose is longer than 120 columns', () => {
  const root = repositoryRoot()
  const files = globSync('{src,server,widgets,workers,schemas,scripts,tests,bench,.storybook}/**/*.{ts,tsx,css}', {
    cwd: root,
  }).concat('vite.config.ts', 'vitest.config.ts', 'index.html', ...globSync('{*,docs/**/*}.md', { cwd: root }))
  const long: string[] = []
  for (const file of files.map((one) => one.replaceAll('\\', '/'))) {
    if (WRITTEN_BY_SCRIPTS.test(file) || /(^|\/)(generated|node_modules|dist|out)\/|^bench\/peers\//.test(file))
      continue
    for (const line of longLines(file, readFileSync(join(root, file), 'utf8'))) long.push(`${file}:${line}`)
  }
  expect(files.length).toBeGreaterThan(3000)
  expect(long).toEqual([])
})
