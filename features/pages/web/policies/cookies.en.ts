import type { Policy } from './policy.ts'

export const cookies: Policy = {
  version: 'Version of August 2021',
  lead: '{brand} keeps a few things in your browser: who you are, what you chose, and where you were. None of it follows you to other sites, and none of it is used for advertising or tracking.',
  sections: [
    {
      id: 'what',
      title: 'What cookies are',
      parts: [
        'A cookie is a short text that a site leaves in your browser and that your browser sends back to it. Besides, a site can keep texts in the storage of your browser. Those are not sent along: only the pages of the site itself read them. {brand} uses three cookies, and that storage for everything else.',
      ],
    },
    {
      id: 'cookies',
      title: 'The cookies',
      parts: [
        {
          table: {
            columns: ['Name', 'What it is for', 'How long'],
            rows: [
              ['lang', 'Your language, so that an address without a language opens in the right one.', '13 months'],
              [
                'media_session',
                'Only when you are logged in: opens the pictures, the videos and the news that are meant for you. It can do nothing else, and no script can read it.',
                'Until you log out, 13 months at most',
              ],
              [
                'known_device',
                'Only when you have logged in: that your account was opened in this browser before, so that somebody else who guesses at your password cannot keep you out. It is sent only when you log in, and no script can read it.',
                '13 months',
              ],
            ],
          },
        },
        'One of these limits applies to each of our cookies: 30 minutes for what belongs to one visit, 13 months for what remembers a choice or a login, 2 years for anything else. These are the longest periods; at present there are no cookies of the first or the third kind.',
      ],
    },
    {
      id: 'storage',
      title: 'The storage of your browser',
      parts: [
        'What is listed here has no expiry date. It stays until you log out or change it, or until you clear the data of this site in your browser.',
        {
          table: {
            columns: ['Name', 'What it is for', 'How long'],
            rows: [
              [
                'access_token, access_token_expires_at, refresh_token',
                'That you are logged in.',
                'Until you log out; worthless after 30 days without use',
              ],
              [
                'lang, theme, fill_window',
                'How the site looks: language, dark or light, in the frame or in the whole window.',
                'Until you change it',
              ],
              ['single_key_shortcuts', 'That single keys are no shortcuts, when you have turned that off.', 'Until you change it'],
              ['cookies', 'That you accepted this policy.', 'Until you withdraw your consent, below'],
              [
                'player',
                'Sound, speed and captions in the player, and the services whose player may always be shown.',
                'Until you change it',
              ],
              ['account_mode, team_id', 'Whether you act for yourself or for a team.', 'Until you change it'],
              [
                'clipboard',
                'What you copied or cut, so that you can paste it on another page.',
                'Until you copy something else, or log out',
              ],
              ['redirected_from', 'The page to go back to after you logged in.', 'Until you log in, or close the question to log in'],
              [
                'canceled_enter_fields_modal, hide_add_to_home_screen, add_to_home_screen_show_time, hide_copy_in_heart_dimension_modal, hide_add_to_playlist_modal',
                'What you closed and do not want to see again, or not before tomorrow.',
                'Until you clear it',
              ],
              [
                'globe_scroll_position, heart_scroll_position, playlist-positions',
                'How far you had scrolled: for the 100 channels that you saw last.',
                'Until you scroll on',
              ],
              [
                'tier_channel_id, tier_scroll_position, last_seen_channel_id, last_seen_channel_state',
                'How far you had scrolled on the page of a TV channel, and which of its programmes you looked at.',
                'Until you look at another TV channel',
              ],
              [
                'queue',
                'What plays and what comes after it, so that they are still there when you reload the page.',
                'Until you end the player or close the tab',
              ],
              ['reloaded_for', 'That a page was loaded again after an update, so that it happens once.', 'Until you close the tab'],
            ],
          },
        },
        'Your browser also keeps the program of the site and a page for when you are offline, so that {brand} opens faster. It holds nothing about you. An update replaces it.',
      ],
    },
    {
      id: 'others',
      title: 'Players of other services',
      parts: [
        'Many videos play in the player of the service that they come from, such as YouTube or Vimeo. That player may set cookies of its own, to which the policy of that service applies. It is loaded only after you press play and allow it; you can allow a service once or always, and withdraw that in the player and at the foot of this page.',
      ],
    },
    {
      id: 'choice',
      title: 'Your choice',
      parts: [
        'Everything we store ourselves is needed for what you ask for, so there is nothing to turn off here. By accepting you confirm that you know this. We then also offer, on a phone, to put {brand} on your home screen.',
        'You can view and remove everything in the settings of your browser. You are then logged out, and your choices are gone. What we store on our side is in the {privacy}.',
      ],
    },
  ],
}
