/** The dialogs of one's own account, tied to the server, the language and the preferences. */
import { changeLanguage, ensureTexts, type Language, textsIn } from '#i18n'
import type { Me } from '#schemas/generated/entities/me.ts'
import { toasts, useUi } from '#ui'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import { LanguageDialog } from '../features/account/language-dialog.tsx'
import { PasswordDialog } from '../features/account/password-dialog.tsx'
import { PreferencesDialog } from '../features/account/preferences-dialog.tsx'
import { ProfileDialog } from '../features/account/profile-dialog.tsx'
import { accountConfirmation, apiTokenPorts, appPorts, factorsApi, passkeyPorts, tokensApi } from './account-ports.tsx'
import { api } from './api.ts'
import { errorText, worded } from './error-text.ts'
import { chooseAutoFilter, chooseDeveloper, chooseFiles, preferences } from './preferences.ts'
import { queryClient } from './queries.ts'
import { brandAtHand, hostBrand } from './host-brand.ts'
import { session } from './session.ts'
import type { OverlayProps } from './overlay-props.ts'
import { chooseTheme, theme } from './theme.ts'

/** The texts come first: without them the language stays as it is. */
async function saveLanguage(language: Language): Promise<void> {
  await Promise.all([textsIn(language, 'core'), textsIn(language, 'home')])
  await changeLanguage(language)
}

/** The dialogs with their texts in the reader's language. */
export async function ready(): Promise<typeof AccountOverlay> {
  await ensureTexts('account')
  return AccountOverlay
}

function AccountOverlay({ me, open, onClose }: OverlayProps) {
  const { locale } = useUi()
  const send = useCallback(() => worded(api.account.recover(me.username, locale)), [me, locale])
  if (open === 'password')
    return (
      <PasswordDialog
        username={me.username}
        isExternal={me.loginType === 'external'}
        mailLeaves={brandAtHand()?.mail !== false}
        send={send}
        onClose={onClose}
      />
    )
  if (open === 'language') return <LanguageDialog save={saveLanguage} onClose={onClose} />
  if (open === 'preferences') return <Preferences onClose={onClose} />
  return (
    <QueryClientProvider client={queryClient}>
      <Profile me={me} tab={open === 'sessions' ? 'sessions' : 'history'} onClose={onClose} />
    </QueryClientProvider>
  )
}

function Preferences({ onClose }: { onClose: () => void }) {
  const { autoFilter, files, developer } = useStore(preferences)
  const choice = useStore(theme, (state) => state.choice)
  return (
    <PreferencesDialog
      autoFilter={autoFilter}
      onAutoFilter={chooseAutoFilter}
      theme={choice}
      onTheme={chooseTheme}
      files={files}
      onFiles={chooseFiles}
      developer={developer}
      onDeveloper={chooseDeveloper}
      onClose={onClose}
    />
  )
}

function Profile({ me, tab, onClose }: { me: Me; tab: 'history' | 'sessions'; onClose: () => void }) {
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
