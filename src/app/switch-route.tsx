/** Shown in place of the routes while they wait to know who goes on. */
import { changeLanguage } from '#i18n'
import { MemoryRouter } from 'react-router'
import { SwitchAccount } from '../features/session/switch-account.tsx'
import type { SwitchQuestion } from './session.ts'

export const SwitchRoute = ({ question }: { question: SwitchQuestion }) => (
  // The frame holds links, which need a router; nothing can be reached before the answer.
  <MemoryRouter><SwitchAccount {...question} brand={null} onLanguage={(language) => void changeLanguage(language)} /></MemoryRouter>
)
