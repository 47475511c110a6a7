import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_BRANDING } from '#domain/branding'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import { UiProvider } from '#ui'
import { Banners } from './banners.tsx'

const brand: Branding = {
  ...DEFAULT_BRANDING,
  identityProvider: false,
  loginDomain: 'aforo.test',
  mail: false,
  maintenance: true,
}
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The keys of the texts above a page. */
function shownOn(path: string, role: 'admin' | 'basic'): string[] {
  vi.stubGlobal('document', { querySelector: () => ({ content: JSON.stringify(brand) }) })
  const me = {
    id: 1,
    username: 'ana@aforo.test',
    roles: role === 'admin' ? ['admin'] : [],
    flags: [],
    clients: [],
    properties: {},
  } as unknown as Me
  const page = createElement(MemoryRouter, { initialEntries: [path] }, createElement(Banners, { me }))
  const props: ComponentProps<typeof UiProvider> = {
    locale: 'en',
    theme: 'light',
    t: (key: string) => key,
    children: page,
  }
  const markup = renderToStaticMarkup(createElement(UiProvider, props))
  return [...markup.matchAll(/home:banner\.(?!server)\w+/g)].map(([key]) => key)
}

test('problems of the server are shown to administrators only, on every page but the one about the server', () => {
  const both = ['home:banner.noMail', 'home:banner.maintenance']
  expect([shownOn('/users', 'admin'), shownOn('/users/admin/users', 'admin')]).toEqual([both, both])
  expect([shownOn('/users/admin/server', 'admin'), shownOn('/users', 'basic')]).toEqual([[], []])
})
