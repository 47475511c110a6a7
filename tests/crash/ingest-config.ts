/** The settings of the servers that are killed. For tests only. */
import { readConfig } from '../../server/lib/config.ts'

export const KEY = 'Xq7-q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUi'

export const configOf = (dataDir: string) =>
  readConfig(
    { DATA_DIR: dataDir, PORT: '0', SECRET_KEY: KEY, LOG_LEVEL: 'error', NOTICE_MAIL: 'off', DRAIN_S: '0' },
    'production',
  )
