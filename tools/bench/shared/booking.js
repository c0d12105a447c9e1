// Adds up what the booking form says.
for (const ticket of document.querySelectorAll('.ticket')) {
  const form = ticket.querySelector('form')
  const { price, child, currency } = ticket.dataset
  form.addEventListener('input', () => {
    const total = form.adults.value * price + form.children.value * child
    form.querySelector('output').textContent = `${currency} ${total}`
  })
}
