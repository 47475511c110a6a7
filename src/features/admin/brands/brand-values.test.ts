import { expect, test } from 'vitest'
import type { Brand } from '#schemas/generated/entities/brand.ts'
import { draftOf, faintness, isColour, NEW_BRAND, valuesOf } from './brand-values.ts'

const NORTE: Brand = {
  id: 2,
  label: 'norte',
  title: 'Norte',
  subtitle: 'Del norte',
  loginTitle: null,
  loginLead: null,
  logoUrl: '/api/brand-images/3',
  navbarLogoUrl: null,
  backgroundImageUrl: null,
  iconUrl: null,
  buttonStyle: 'pill',
  colours: { primary: '#154a8a', warning: '#b26a00', danger: '#b3261a' },
  identityProvider: true,
  maintenance: false,
  maintenanceText: null,
}

test('a brand that was opened and not changed goes back as it came', () => {
  const { id: _, ...rest } = NORTE
  expect(draftOf(valuesOf(NORTE))).toEqual(rest)
})

test('a new brand begins with the product’s own look, and an empty text stays the product’s own', () => {
  expect(draftOf({ ...NEW_BRAND, label: ' sur ', title: ' Sur ', loginTitle: '  ' })).toEqual({
    label: 'sur',
    title: 'Sur',
    subtitle: null,
    loginTitle: null,
    loginLead: null,
    maintenanceText: null,
    logoUrl: null,
    navbarLogoUrl: null,
    backgroundImageUrl: null,
    iconUrl: null,
    buttonStyle: 'round',
    colours: { primary: '#0b7a53', warning: '#b26a00', danger: '#b3261a' },
    identityProvider: false,
    maintenance: false,
  })
})

test('only #rrggbb is a colour', () => {
  expect(['#fff', 'green', '#12345', '#1234567', '#12345g', '#0B7A53'].map(isColour)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ])
})

test('a colour that is unreadable on white is reported with its contrast and the required one; a warning requires less', () => {
  expect(faintness('primary', '#8fd6b8')).toEqual({ colour: 'primary', contrast: 1.68, least: 4.5 })
  expect([faintness('warning', '#b26a00'), faintness('danger', '#b3261a'), faintness('primary', 'green')]).toEqual([
    null,
    null,
    null,
  ])
})
