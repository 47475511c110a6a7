import type { Me } from '#schemas/generated/entities/me.ts'
import { toasts, useUi } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { ProfileDialog } from '../features/account/profile-dialog.tsx'
import { accountConfirmation, apiTokenPorts, appPorts, factorsApi, passkeyPorts, tokensApi } from './account-ports.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { hostBrand } from './host-brand.ts'
import { session } from './session.ts'

export function Profile({ me, tab, onClose }: { me: Me; tab: 'history' | 'sessions'; onClose: () => void }) {
  const { t } = useUi()
  // Asked each time it is opened: what happened meanwhile is the point of looking.
  const fresh = { staleTime: 0 }
  const info = useQuery({
    queryKey: ['account', me.id, 'info'],
    queryFn: ({ signal }) => api.account.loginInfo(signal),
    ...fresh,
  })
  const terms = useQuery({
    queryKey: ['account', me.id, 'terms'],
    queryFn: ({ signal }) => api.account.terms(signal),
    ...fresh,
  })
  const logins = useQuery({
    queryKey: ['account', me.id, 'logins'],
    queryFn: ({ signal }) => api.account.logins(signal),
    ...fresh,
  })
  const sessions = useQuery({
    queryKey: ['account', me.id, 'sessions'],
    queryFn: ({ signal }) => api.account.sessions(signal),
    ...fresh,
  })
  const factors = useQuery({
    queryKey: ['account', me.id, 'factors'],
    queryFn: ({ signal }) => factorsApi.state(signal),
    ...fresh,
  })
  const tokens = useQuery({
    queryKey: ['account', me.id, 'tokens'],
    queryFn: ({ signal }) => tokensApi.list(signal),
    ...fresh,
  })
  const changed = () => void factors.refetch()
  const brand = useQuery({ queryKey: ['account', 'brand'], queryFn: () => hostBrand() })
  const endSession = async (id: number) => {
    try {
      await api.account.endSession(id)
      toasts.success(t('account:sessions.ended'))
    } catch (cause) {
      toasts.error(errorText(cause))
    }
    await sessions.refetch()
  }
  return (
    <>
      <ProfileDialog
        username={me.username}
        isAdmin={session.isAdmin()}
        tab={tab}
        info={info}
        terms={terms}
        logins={logins}
        sessions={sessions}
        endSession={endSession}
        factors={factors}
        app={appPorts(changed)}
        passkeys={passkeyPorts(brand.data?.passkeyHost, changed)}
        tokens={tokens}
        tokenPorts={apiTokenPorts(() => void tokens.refetch())}
        onClose={onClose}
      />
      {accountConfirmation}
    </>
  )
}
