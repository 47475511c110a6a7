import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { instrument } from './instrument.ts'
import { MutantSwitch } from './switch.ts'

test('a source holds all its mutants and is itself until one is switched on', async () => {
  const root = mkdtempSync(resolve(tmpdir(), 'mutants-'))
  try {
    writeFileSync(resolve(root, 'a.js'), 'const isAdult = (age) =>\n  age >= 18\n;(isAdult)')
    const { sources, mutants } = await instrument(root, ['a.js'])
    const plus = mutants.find(({ replacement }) => replacement === 'age > 18')
    expect(plus).toMatchObject({ file: 'a.js', line: 2, column: 3, mutator: 'EqualityOperator', original: 'age >= 18' })

    const found = new MutantSwitch()
    // A context of its own: what an instrumented source declares stays in it.
    const page = createContext({ mutantSwitch: found })
    const isAdult = runInContext(sources[resolve(root, 'a.js')] ?? '', page) as (age: number) => boolean
    found.met = new Map()
    expect(isAdult(18)).toBe(true)
    expect(found.met.get(plus?.id ?? '')).toBe(1)
    found.active = plus?.id ?? ''
    expect([isAdult(18), isAdult(19), found.hits]).toEqual([false, true, 2])
    found.limit = 2
    expect(() => isAdult(20)).toThrow('The mutant is met without an end.')
  } finally {
    rmSync(root, { recursive: true })
  }
})
