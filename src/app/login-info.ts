/** The last login, requested by the gates and shown in the top bar: one request for both. */
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import { createStore } from 'zustand/vanilla'

export const loginInfo = createStore<{ readonly info: LoginInfo | null }>(() => ({ info: null }))
