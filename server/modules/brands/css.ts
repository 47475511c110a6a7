/**
 * The sheet that makes the page look like a brand: custom properties only, each from a checked value, read by
 * src/ui/tokens.css.
 */
import { DEFAULT_BRANDING } from '#domain/branding'
import type { Branding } from '#domain/branding'
import { lighterUntil } from '#domain/colour'

/** `--raised` of the dark theme, and the ink on a light button there. */
const DARK_SURFACE = '#161a18'
const DARK_INK = '#0b0f0d'
/** About the contrast of the default green on the dark surface. */
const DARK_CONTRAST = 6

const BUTTON_RADIUS: Readonly<Record<Branding['buttonStyle'], string | null>> = {
  round: null,
  square: '0',
  pill: '999px',
}

/** Only images uploaded here may be loaded. */
const image = (url: string | null) =>
  url !== null && /^\/api\/brand-images\/\d{1,10}$/.test(url) ? `url("${url}")` : null

function colours({ primary, warning, danger }: Branding['colours']): (readonly [string, string | null])[] {
  return (
    [
      ['primary', primary],
      ['warning', warning],
      ['danger', danger],
    ] as const
  ).flatMap(([name, colour]) => {
    // The default colours have manually chosen dark partners in the tokens.
    if (colour.toLowerCase() === DEFAULT_BRANDING.colours[name]) return []
    return [
      [`--brand-${name}`, colour],
      [`--brand-${name}-dark`, lighterUntil(colour, DARK_SURFACE, DARK_CONTRAST)],
      [`--brand-on-${name}`, name === 'warning' ? null : '#ffffff'],
      [`--brand-on-${name}-dark`, DARK_INK],
    ] as const
  })
}

/** Declares only differences from the default look. */
export function brandCss(brand: Branding): string {
  const declarations: (readonly [string, string | null])[] = [
    ...colours(brand.colours),
    ['--brand-button-radius', BUTTON_RADIUS[brand.buttonStyle]],
    ['--brand-logo', image(brand.logoUrl)],
    ['--brand-navbar-logo', image(brand.navbarLogoUrl)],
    ['--brand-background', image(brand.backgroundImageUrl)],
  ]
  const lines = declarations.flatMap(([name, value]) => (value === null ? [] : [`  ${name}: ${value};\n`]))
  return `:root {\n${lines.join('')}}\n`
}
