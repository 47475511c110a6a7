/** The link by which a person gets no more news. */
import { ApiError } from '#api'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import { useMemo } from 'react'
import { useLoaderData, useParams } from 'react-router'
import { unsubscribeApi } from '../api/bulk-mails.ts'
import { UnsubscribePage } from '../features/session/unsubscribe-page.tsx'
import { changeLanguage } from '#i18n'
import { api } from './api.ts'
import { hostBrand } from './host-brand.ts'

export const brandLoader = (): Promise<Branding | null> => hostBrand()

const calls = unsubscribeApi(api.client)

export function UnsubscribeRoute() {
  const brand = useLoaderData<Branding | null>()
  const { token = '' } = useParams()
  const ports = useMemo(
    () => ({
      find: () =>
        calls.find(token).catch((cause: unknown) => {
          if (cause instanceof ApiError && (cause.status === 404 || cause.status === 400)) return null
          throw cause
        }),
      end: () => calls.end(token),
    }),
    [token],
  )
  return <UnsubscribePage brand={brand} onLanguage={(language) => void changeLanguage(language)} {...ports} />
}
