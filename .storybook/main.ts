import type { StorybookConfig } from '@storybook/react-vite'
import { widgetContract } from './workshop/contract-plugin.ts'

export default {
  framework: '@storybook/react-vite',
  stories: ['./workshop/*.stories.tsx', '../src/**/*.stories.tsx', '../widgets/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  // TypeScript 7 has no compiler API, so only the parser-based reader of props works.
  typescript: { reactDocgen: 'react-docgen', check: false },
  viteFinal: (config) => ({ ...config, plugins: [...(config.plugins ?? []), widgetContract()] }),
} satisfies StorybookConfig
