/** docs/write-a-widget.md, followed to the letter in a copy of the repository. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { type Copy, copyOfRepository } from './copy.ts'
import { follow, run, type Step, stepsOf } from './page.ts'

const root = repositoryRoot()
let made: Copy
let copy = ''
let steps: readonly Step[] = []

beforeAll(async () => {
  made = await copyOfRepository('widget')
  copy = made.folder
  steps = stepsOf(await readFile(join(root, 'docs/write-a-widget.md'), 'utf8'))
})
afterAll(() => made.remove())

test('a block that says neither what to run nor where to put it is refused', () => {
  expect(() => stepsOf('```ts\nconst x = 1\n```\n')).toThrow('says neither what to run nor where to put it')
  expect(stepsOf('```sh\na\nb\n```\nwords\n```text\nc\n```\n```json d/e.json\n{}\n```\n')).toEqual([
    { kind: 'run', commands: ['a', 'b'], says: ['c'] },
    { kind: 'file', path: 'd/e.json', text: '{}\n' },
  ])
})

test('following the page word for word adds a widget that keeps its contract and its own rules', async () => {
  expect(steps.filter(({ kind }) => kind === 'file').length).toBeGreaterThanOrEqual(9)
  await follow(steps, copy)
  expect(await readdir(join(copy, 'widgets/best-days'))).toEqual(
    expect.arrayContaining(['generated', 'i18n', 'model.ts', 'view.tsx']),
  )
  expect(await readFile(join(copy, 'docs/widgets.md'), 'utf8')).toContain('## best-days')
})

test('a page that lies is found out: a model that breaks its contract, a command that is none, an answer that is not given', async () => {
  const contract = steps.find((step) => step.kind === 'run' && step.says.length > 0) as Step & { kind: 'run' }
  const model = steps.find((step) => step.kind === 'file' && step.path.endsWith('model.ts')) as Step & { kind: 'file' }
  const lie = { ...model, text: model.text.replace('total === 0 ? null : (count / total) * 100', 'count / 0') }
  expect(lie.text).not.toBe(model.text)
  await expect(follow([lie, contract], copy)).rejects.toThrow(/BROKEN/)
  await expect(
    follow([{ kind: 'run', commands: ['npm run new:gadget -- best-days'], says: [] }], copy),
  ).rejects.toThrow('npm run new:gadget')
  await expect(follow([model, { ...contract, says: ['29 of 29 facts hold'] }], copy)).rejects.toThrow('did not say')
})

test('before the schemas of a new widget are written, the contract says what to run; what the build, the demo and the tests begin with writes them', async () => {
  const says = 'WIDGET_GUARD_MISSING: widgets/no-guard has no guard of its options; run npm run schemas -- no-guard.'
  const contract = 'node scripts/widget-contract.ts no-guard'
  await follow([{ kind: 'run', commands: ['npm run new:widget -- no-guard "No guard"'], says: [] }], copy)
  const before = await run(contract, copy)
  expect([before.code, before.output.includes(says), before.output.includes('    at ')]).toEqual([1, true, false])
  expect((await run('node scripts/generated.ts', copy)).code).toBe(0)
  expect((await run(contract, copy)).output).not.toContain('WIDGET_GUARD_MISSING')
})

test('none of it is left in the repository', async () => {
  expect(await readdir(join(root, 'widgets'))).not.toContain('best-days')
  expect(await readdir(join(root, 'layouts'))).not.toContain('best-days.json')
})
