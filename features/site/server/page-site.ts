import { createHash } from 'node:crypto'
import { brand } from '#kit/contract/brand.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { PageSite } from '#kit/server/http/page-renderer.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import { currentAnnouncement } from '#features/accounts/site-settings.ts'
import { texts } from './texts.ts'

/** Returns a function that returns the site's name and announcement for its pages, from the settings in memory. */
export const createPageSite =
  (siteSettings: Pick<LiveSettings, 'read'>) =>
  async (language: Language): Promise<PageSite> => {
    const settings = await siteSettings.read()
    const announcement = currentAnnouncement(settings, language)
    const t = texts[language]
    return {
      name: settings.site.name ?? brand,
      notice: announcement && {
        id: createHash('sha256').update(JSON.stringify(settings.announcement)).digest('base64url').slice(0, 16),
        text: announcement.text,
        endsInMs: Date.parse(announcement.until) - Date.now(),
        label: t('notice.label'),
        close: t('notice.close'),
      },
    }
  }
