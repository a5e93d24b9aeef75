// The floor page of `npm run bench:web`, in the browser: React with the product's own twenty cards and pictures.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const card = ({ title, srcset, src }, index) =>
  createElement(
    'article',
    { key: src },
    createElement('img', {
      srcSet: srcset,
      src,
      sizes: '45vw',
      width: 16,
      height: 9,
      alt: '',
      ...(index === 0 ? { fetchPriority: 'high' } : { loading: 'lazy' }),
    }),
    createElement('h2', null, title),
  )

const cards = JSON.parse(document.querySelector('#cards').textContent)
createRoot(document.querySelector('#root')).render(createElement('main', null, cards.map(card)))
