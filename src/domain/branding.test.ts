import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_BRANDING, faintColour } from './branding.ts'
import { hostLabel } from './host-label.ts'

test('only the first label of a host name counts, in lower case, without the port', () => {
  expect(['norte.localhost:8080', 'NORTE.example.com', 'norte', 'a-b.c'].map(hostLabel)).toEqual([
    'norte',
    'norte',
    'norte',
    'a-b',
  ])
})

test('an invalid host name has the default brand', () => {
  for (const host of [
    '',
    '[::1]:8080',
    '.example.com',
    '-x.com',
    'x-.com',
    '../etc',
    'a b',
    '<script>',
    'ñ.com',
    `${'x'.repeat(64)}.com`,
    '__proto__',
  ])
    expect([host, hostLabel(host)]).toEqual([host, 'default'])
})

test('a label never holds anything but letters, digits and hyphens', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (host) => /^[a-z0-9-]{1,63}$/.test(hostLabel(host))))
})

test('a colour that is unreadable on white is reported with its contrast', () => {
  expect(faintColour(DEFAULT_BRANDING.colours)).toBeNull()
  expect(faintColour({ ...DEFAULT_BRANDING.colours, primary: '#43c08d' })).toEqual({
    colour: 'primary',
    contrast: 2.29,
    least: 4.5,
  })
  expect(faintColour({ ...DEFAULT_BRANDING.colours, warning: '#ffd500' })).toEqual({
    colour: 'warning',
    contrast: 1.42,
    least: 3,
  })
  expect(faintColour({ ...DEFAULT_BRANDING.colours, danger: '#ff6666' })).toMatchObject({
    colour: 'danger',
    least: 4.5,
  })
})
