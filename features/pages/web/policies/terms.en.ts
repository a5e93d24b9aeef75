import type { Policy } from './policy.ts'

export const terms: Policy = {
  version: 'Version of November 2021',
  lead: '{brand} is television that people arrange themselves. These terms say what you may expect from us and what we expect from you. By making an account, or by using {brand} without one, you agree to them.',
  sections: [
    {
      id: 'users',
      title: 'Who uses {brand}',
      parts: [
        'There are four kinds of users.',
        {
          list: [
            'Basic users look around and watch without an account.',
            'Registered users have an account. They make channels of their own, follow those of others and keep what they like.',
            'Registered Users Plus have told us more about themselves, such as where they live. That opens content that is restricted by country or by age.',
            'Commercial users, such as broadcasters, work with us under a partnership agreement. Where that agreement and these terms differ, the agreement takes precedence.',
          ],
        },
      ],
    },
    {
      id: 'age',
      title: 'Your age',
      parts: [
        'You must be 18 or older to make an account. If you are 13 to 17, you may have one when a parent or guardian agrees and takes responsibility for what you do with it. Under 13 you cannot have an account.',
        'Content for adults is shown only to people of 18 and older who switched it on and confirmed it with the code that we mailed them.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      parts: [
        'Give us an email address that is yours, and true answers where we ask for them. Keep your password to yourself: what is done from your account counts as done by you. If you think that somebody else uses it, change your password. That logs out every other device.',
        'We may take back a nickname or the short address of a channel: when it misleads, offends, infringes a name or a trademark, or is needed for the site itself. We tell you, and you can choose another one.',
      ],
    },
    {
      id: 'content',
      title: 'What you put on your channels',
      parts: [
        'What you make stays yours. By putting it on {brand} you allow us to store it and to show it to the people you chose: yourself alone, those who have the link, or everybody. That permission ends when you remove it.',
        'You answer for what you put on your channels. Add only what you may share. This does not belong on {brand}:',
        {
          list: [
            'what breaks the law, or the rights of somebody else,',
            'what threatens, humiliates or incites hatred or violence,',
            'adult content that is not marked as such, and any content that harms minors,',
            'spam, deceit and harmful software.',
          ],
        },
        'Everybody can report a channel, a video or a person. We look at every report. We may hide or remove what is against these terms, and close the account of somebody who goes on with it.',
      ],
    },
    {
      id: 'elsewhere',
      title: 'What comes from elsewhere',
      parts: [
        'Most videos on a channel are links. They play in the player of the service that they come from, or straight from its server, and the terms of that service apply to them. We do not make that content, do not check it beforehand, and cannot promise that it stays available.',
      ],
    },
    {
      id: 'packages',
      title: 'TV channels and packages',
      parts: [
        'TV channels come in packages. We can change at any time which channels a package holds: broadcasters come, go, and change what may be shown. Some channels are not available in every country.',
      ],
    },
    {
      id: 'fees',
      title: 'What it costs',
      parts: [
        'We do not ask any fees at present. Should something cost money, you see its price in euro before you confirm it, and nothing is charged without that.',
      ],
    },
    {
      id: 'vouchers',
      title: 'Discount vouchers',
      parts: [
        'A discount voucher is a code that makes an order cheaper. For every voucher the following holds.',
        {
          list: [
            'It can be used once.',
            'It expires on the date that comes with it.',
            'It is not refunded and not exchanged for money.',
            'It cannot be combined with another voucher.',
            'It is not given back when the order is cancelled.',
          ],
        },
      ],
    },
    {
      id: 'service',
      title: 'How far our promise goes',
      parts: [
        'We take care that {brand} works and is safe, but cannot promise that it always will, or that it has no mistakes. We may change, pause or end parts of it.',
        'If we owe you compensation, it is at most what you paid us in fees in the month before. This limit does not hold for intent, for fraud, or where the law does not allow it. Your rights as a consumer stay as they are.',
      ],
    },
    {
      id: 'end',
      title: 'Leaving',
      parts: [
        'You may stop at any time. We may close an account that breaks these terms; where we can, we warn you first. What we then still keep of you, and for how long, is in the {privacy}.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      parts: [
        'We may amend these terms. You hear it at least one month before: on the site, and by mail if you have an account. The new terms then take effect. If you do not agree with them, stop using {brand} before that day.',
      ],
    },
    {
      id: 'law',
      title: 'Law',
      parts: [
        'Belgian law applies to these terms. A dispute goes to the courts of Belgium, unless the law gives you, as a consumer, the choice of a court nearer to you. If one of these terms turns out not to be valid, the others stay as they are.',
        'How we treat your data is in the {privacy}, and what we keep in your browser in the {cookies}.',
      ],
    },
  ],
}
