import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_BRANDING } from '#domain/branding'
import type { Branding } from '#domain/branding'
import { contrast } from '#domain/colour'
import { brandCss } from './css.ts'

test('the product’s own look needs no declaration', () => {
  expect(brandCss(DEFAULT_BRANDING)).toBe(':root {\n}\n')
})

test('a brand declares its colours for both themes, its buttons and its images', () => {
  const css = brandCss({
    ...DEFAULT_BRANDING,
    buttonStyle: 'pill',
    logoUrl: '/api/brand-images/1',
    navbarLogoUrl: '/api/brand-images/2',
    backgroundImageUrl: '/api/brand-images/3',
    colours: { primary: '#1d3a7a', warning: '#a85f00', danger: '#b3261a' },
  })
  expect(css).toBe(`:root {
  --brand-primary: #1d3a7a;
  --brand-primary-dark: ${/--brand-primary-dark: (#[0-9a-f]{6});/.exec(css)?.[1] ?? ''};
  --brand-on-primary: #ffffff;
  --brand-on-primary-dark: #0b0f0d;
  --brand-warning: #a85f00;
  --brand-warning-dark: ${/--brand-warning-dark: (#[0-9a-f]{6});/.exec(css)?.[1] ?? ''};
  --brand-on-warning-dark: #0b0f0d;
  --brand-button-radius: 999px;
  --brand-logo: url("/api/brand-images/1");
  --brand-navbar-logo: url("/api/brand-images/2");
  --brand-background: url("/api/brand-images/3");
}
`)
})

test('the dark partner of any colour contrasts with the dark surface and with dark text', () => {
  const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (primary) => {
      const dark =
        /--brand-primary-dark: (#[0-9a-f]{6});/.exec(
          brandCss({ ...DEFAULT_BRANDING, colours: { ...DEFAULT_BRANDING.colours, primary } }),
        )?.[1] ?? ''
      return (
        primary === DEFAULT_BRANDING.colours.primary ||
        (contrast(dark, '#161a18') >= 6 && contrast(dark, '#0b0f0d') >= 4.5)
      )
    }),
  )
})

test('an address of another site is never written', () => {
  for (const url of [
    'https://evil.test/x.png',
    '//evil.test/x',
    '/api/brand-images/1"); } body { background: url("https://evil.test',
    '/api/brand-images/1/../../x',
    '',
  ]) {
    expect(
      brandCss({ ...DEFAULT_BRANDING, logoUrl: url, navbarLogoUrl: url, backgroundImageUrl: url } as Branding),
    ).toBe(':root {\n}\n')
  }
})
