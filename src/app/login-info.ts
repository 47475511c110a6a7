/** What the server says of the last login, asked by the gates and told by the top bar: one answer for both. */
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import { createStore } from 'zustand/vanilla'

export const loginInfo = createStore<{ readonly info: LoginInfo | null }>(() => ({ info: null }))
