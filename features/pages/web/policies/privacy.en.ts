import type { Policy } from './policy.ts'

export const privacy: Policy = {
  version: 'Version of June 2021',
  lead: 'We store what {brand} needs to work for you, and nothing to sell. There are no advertisements, no trackers and no profiles for others. This is what we store, why, and for how long.',
  sections: [
    {
      id: 'account',
      title: 'When you have an account',
      parts: [
        'We keep these data because you asked us for an account, which cannot work without them.',
        {
          list: [
            'Your email address, your nickname and your password. The password is kept as a hash only: nobody can read it, not even us.',
            'The version of the {terms} that you agreed to, and when, and which newer one we told you of. If you are 13 to 17: when you said that a parent or guardian agrees.',
            'What you choose to put on your profile: name, city, address, phone, size of your household, country, birthday, gender and a picture. You can leave all of it empty. Your birthday and your country also decide what may be shown to you.',
            'Your choices: language, which explanations you have hidden, whether your profile is public, whether you see content for adults, whether you are mailed about links that no longer work, and when you were last.',
            'Where you are logged in: which browser, since when, and when it was last used. You find that list in your {settings}, where you can also log out everywhere else.',
          ],
        },
      ],
    },
    {
      id: 'use',
      title: 'When you use {brand}',
      parts: [
        {
          list: [
            'Your channels, series and videos, and what you keep for later. Private channels are shown to you alone, or to your team.',
            'What you watch: when, and where you were in it, so that you can go on there on any device. Only you see it, and you can have it forgotten, one by one or all at once, or not kept at all.',
            'What you were told: who followed you and what was new, for 90 days after you have read it. When you ask for notifications in a browser, the address at which its maker reaches it, until you log out there; what we send is encrypted for that browser.',
            'The links that you paste, with what the pages behind them say about themselves, until nobody has asked for them for a week; not who pasted them.',
          ],
        },
      ],
    },
    {
      id: 'guests',
      title: 'When you have no account',
      parts: [
        'We store nothing about you but the counts below, and that a video was watched. So that one person counts once, we keep a hash of your address and your browser with it; after the day nobody can tell any more from whom it came. What your browser keeps is in the {cookies}.',
      ],
    },
    {
      id: 'safety',
      title: 'To keep it safe',
      parts: [
        'To stop guessing at passwords and floods of mails we count attempts for a short time, by account and by address; both are kept as a hash only. The log of the server says which part of the site was used, when, and whether it worked. It holds no tokens, no search words and no addresses of pages.',
      ],
    },
    {
      id: 'others',
      title: 'Who else gets something',
      parts: [
        'We do not sell data, and give it to nobody for advertising.',
        {
          list: [
            'Other people see your nickname, your picture and your public channels. Your profile is shown only if you have made it public.',
            'When you press play, the service that a video comes from gets your address and sees what you watch, as if you went there yourself. Before you press play, nothing is requested from it: we fetch and keep its pictures ourselves.',
            'Those who run the servers, the mail and the payments for us, only for that purpose.',
            'The authorities, when the law obliges us.',
          ],
        },
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      parts: [
        'As long as you need it, and never more than 10 years.',
        {
          list: [
            'Your account and what belongs to it: until you delete it, and 7 days more in which you can change your mind and nobody else sees it. What you made for a team stays with the team, and what you reported stays without your name. What the law obliges us to keep after that, such as payments: 10 years at most.',
            'An account that was asked for and not confirmed: 24 hours.',
            'A mailed link: 24 hours, or 60 minutes for a new password. A mailed code: 10 minutes.',
            'A login that is not used: 30 days.',
            'A file with your data that you asked for: 24 hours. What was read from a file that you import: an hour; the file, while its pictures wait to be put in place: a week at most.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      title: 'What you can ask',
      parts: [
        'You can see and correct what is on your profile in your {settings}, and delete what is on your channels in those channels. There you can also download all that we keep of you, and delete your account. You can ask us for the same, ask us to limit what we do with your data, or object. {contact} We answer within one month.',
        'If you do not agree with our answer, you can complain to the Belgian Data Protection Authority, or to the one of your own country.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      parts: [
        'Changes to this statement are announced as those to the {terms} are: one month before, on the site, and by mail if you have an account. What is kept in your browser is in the {cookies}.',
      ],
    },
  ],
}
