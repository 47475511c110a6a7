/** Shown instead of the routes until it is known which account continues. */
import { changeLanguage } from '#i18n'
import { MemoryRouter } from 'react-router'
import { SwitchAccount } from '../features/session/switch-account.tsx'
import type { SwitchQuestion } from './session.ts'
import { useArrived } from './use-arrived.ts'

export function SwitchRoute({ question }: { question: SwitchQuestion }) {
  useArrived()
  // The frame holds links, which need a router; nothing can be reached before the answer.
  return (
    <MemoryRouter>
      <SwitchAccount {...question} brand={null} onLanguage={(language) => void changeLanguage(language)} />
    </MemoryRouter>
  )
}
