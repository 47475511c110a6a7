/** The dialogs of one's own account, tied to the server, the language and the preferences. */
import { changeLanguage, ensureTexts, type Language, textsIn } from '#i18n'
import { useUi } from '#ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import { LanguageDialog } from '../features/account/language-dialog.tsx'
import { PasswordDialog } from '../features/account/password-dialog.tsx'
import { PreferencesDialog } from '../features/account/preferences-dialog.tsx'
import { api } from './api.ts'
import { worded } from './error-text.ts'
import { chooseAutoFilter, chooseDeveloper, chooseFiles, preferences } from './preferences.ts'
import { queryClient } from './queries.ts'
import { brandAtHand } from './host-brand.ts'
import type { OverlayProps } from './overlay-props.ts'
import { chooseTheme, theme } from './theme.ts'
import { Profile } from './profile.tsx'

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
