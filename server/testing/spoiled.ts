/** Values with one thing wrong. For tests only. */
import fc from 'fast-check'

export const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'role',
  'roles',
  'enabled',
  'isAdmin',
  'client',
  'passwordHash',
  'toString',
  '',
  'x'.repeat(500),
]

/** @param hostile texts that are put where a text is expected */
export const wrongValues = (hostile: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      0,
      1.5,
      2 ** 53,
      -(2 ** 31) - 1,
      '',
      '1',
      [],
      {},
      [[]],
      [1, 'x'],
      { length: 1e9 },
      { toString: 'x' },
    ),
    hostile.length === 0 ? fc.constant('x') : fc.constantFrom(...hostile),
  )

/** Puts one thing wrong somewhere in the value. */
export function spoiled(value: unknown, at: number, how: number, wrong: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return wrong
  if (Array.isArray(value))
    return value.length === 0 || how === 0
      ? [...(value as unknown[]), wrong]
      : value.map((item, index) =>
          index === at % value.length ? spoiled(item, at >> 1, how, wrong, key) : (item as unknown),
        )
  const names = Object.keys(value)
  const chosen = names[at % Math.max(1, names.length)]
  if (how === 0 || chosen === undefined) return Object.fromEntries([...Object.entries(value), [key, wrong]])
  if (how === 1) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== chosen))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === chosen ? spoiled(one, at >> 1, how, wrong, key) : (one as unknown),
    ]),
  )
}
