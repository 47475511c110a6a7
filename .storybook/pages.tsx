/**
 * The surroundings of stories of pages: an address, own answers, error messages, and calls that are refused
 * or never answered.
 */
import { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { ConfirmRegion } from '../src/ui/index.ts'
import { translator } from './texts.ts'

/** The sentence of a refusal in the language of the story, as the application says it. */
export function say(cause: unknown): string {
  const {
    code,
    message,
    details = {},
  } = cause as { code?: string; message: string; details?: Record<string, string | number> }
  return code === undefined ? message : translator(document.documentElement.lang || 'es')(`errors:${code}`, details)
}

export const never = () => new Promise<never>(() => undefined)
export const refusing = (code: string, details?: Record<string, unknown>) => () =>
  Promise.reject(Object.assign(new Error('No.'), { code, details }))
export const refused = refusing('STORE_UNAVAILABLE')
export const nothing = () => Promise.resolve([])

/** Answers that no other story has, asked once. */
export const answers = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/**
 * A page at `/page`, `/page/7` or `/page?q=ana`; elsewhere there is nothing. What is asked before something is done is
 * beside it.
 */
export function At({ address = '/page', children }: { address?: string; children: ReactNode }) {
  const [router] = useState(() =>
    createMemoryRouter(
      [
        { path: '/page/:id?', element: children },
        { path: '*', element: null },
      ],
      { initialEntries: [address] },
    ),
  )
  return (
    <>
      <RouterProvider router={router} />
      <ConfirmRegion />
    </>
  )
}
