/**
 * How the product looks under a host name: only the first label counts, and it only chooses among stored brands (spec
 * 1, section 1).
 */
import type { Branding } from '#schemas/generated/entities/branding.ts'
import { contrast } from './colour.ts'
import { DEFAULT_LABEL } from './host-label.ts'

export type { Branding }

/** Default until an administrator stores a brand named `default`. The colours are those of src/ui/tokens.css. */
export const DEFAULT_BRANDING: Branding = Object.freeze({
  label: DEFAULT_LABEL,
  title: 'Aforo',
  subtitle: null,
  loginTitle: null,
  loginLead: null,
  logoUrl: null,
  navbarLogoUrl: null,
  backgroundImageUrl: null,
  iconUrl: null,
  buttonStyle: 'round',
  colours: Object.freeze({ primary: '#0b7a53', warning: '#b26a00', danger: '#b3261a' }),
  identityProvider: true,
  maintenance: false,
  maintenanceText: null,
})

/**
 * White text is used on the first and the last, and both are written on white; warnings are signs beside a text (WCAG
 * 1.4.3, 1.4.11).
 */
const LEAST: Readonly<Record<keyof Branding['colours'], number>> = { primary: 4.5, warning: 3, danger: 4.5 }

/** The first colour that is too faint on white, with its contrast and the least it needs; null when all can be read. */
export function faintColour(
  colours: Branding['colours'],
): { colour: keyof Branding['colours']; contrast: number; least: number } | null {
  for (const colour of ['primary', 'warning', 'danger'] as const) {
    const found = contrast(colours[colour], '#ffffff')
    if (found < LEAST[colour]) return { colour, contrast: Math.floor(found * 100) / 100, least: LEAST[colour] }
  }
  return null
}
