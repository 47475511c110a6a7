/** A brand as a form holds it: an empty text is the product's own. */
import { DEFAULT_BRANDING, faintColour } from '#domain/branding'
import type { BrandDraft } from '#schemas/generated/api/brand-draft.ts'
import type { Brand } from '#schemas/generated/entities/brand.ts'

export const COLOURS = ['primary', 'warning', 'danger'] as const
export type Colour = (typeof COLOURS)[number]
export const IMAGES = ['logoUrl', 'navbarLogoUrl', 'backgroundImageUrl', 'iconUrl'] as const
type Image = (typeof IMAGES)[number]
const TEXTS = ['subtitle', 'loginTitle', 'loginLead', 'maintenanceText'] as const

export type BrandValues = Readonly<
  Record<Colour | 'label' | 'title' | (typeof TEXTS)[number], string> &
    Record<Image, string | null> &
    Pick<Brand, 'buttonStyle' | 'identityProvider' | 'maintenance'>
>

export function valuesOf({
  id: _id,
  colours,
  subtitle,
  loginTitle,
  loginLead,
  maintenanceText,
  ...rest
}: Brand): BrandValues {
  return {
    ...rest,
    ...colours,
    subtitle: subtitle ?? '',
    loginTitle: loginTitle ?? '',
    loginLead: loginLead ?? '',
    maintenanceText: maintenanceText ?? '',
  }
}

export const NEW_BRAND: BrandValues = valuesOf({
  ...DEFAULT_BRANDING,
  id: 0,
  label: '',
  title: '',
  identityProvider: false,
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export function draftOf({
  primary,
  warning,
  danger,
  subtitle,
  loginTitle,
  loginLead,
  maintenanceText,
  label,
  title,
  ...rest
}: BrandValues): BrandDraft {
  return {
    ...rest,
    label: label.trim(),
    title: title.trim(),
    colours: { primary, warning, danger },
    subtitle: orNull(subtitle),
    loginTitle: orNull(loginTitle),
    loginLead: orNull(loginLead),
    maintenanceText: orNull(maintenanceText),
  }
}

const HEX = /^#[0-9a-f]{6}$/i
export const isColour = (text: string): boolean => HEX.test(text)

/** A drawable colour: an incomplete one is replaced by the product's until it is valid. */
export const drawable = (values: BrandValues, colour: Colour): string =>
  isColour(values[colour]) ? values[colour] : DEFAULT_BRANDING.colours[colour]

/** Null when this colour can be read on white; else its contrast and the least it needs. */
export function faintness(colour: Colour, hex: string): { readonly contrast: number; readonly least: number } | null {
  return isColour(hex)
    ? faintColour({ primary: '#000000', warning: '#000000', danger: '#000000', [colour]: hex })
    : null
}

type Write = (key: string, params: { contrast: string; least: string }) => string

/** The sentence of a colour that is hard to read, with numbers as the reader writes them. */
export function faintText(
  t: Write,
  locale: string,
  faint: { readonly contrast: number; readonly least: number },
): string {
  return t('admin:brands.faint', {
    contrast: writeContrast(locale, faint.contrast),
    least: writeContrast(locale, faint.least),
  })
}

export const writeContrast = (locale: string, contrast: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(contrast)
