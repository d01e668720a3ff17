// What a careful person writes by hand: one request for the data, rows as nodes, one insertion.
const short = (text) => (text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-8)}` : text)

function cell(content, className = '') {
  const element = document.createElement('td')
  element.className = className
  element.append(content ?? '—')
  return element
}

function link(href, text) {
  const element = document.createElement('a')
  element.href = href
  element.title = text
  element.append(short(text))
  return element
}

function address(text) {
  const element = document.createElement('span')
  element.title = text
  element.append(short(text))
  return element
}

fetch('/runes/v1/blocks/840006/activity?offset=0&limit=20')
  .then((response) => response.json())
  .then(({ total, results }) => {
    const rows = document.createDocumentFragment()
    for (const { operation, rune, amount, address: actor, receiver_address, location } of results) {
      const [from, to] = operation === 'receive' ? [undefined, actor] : [actor, receiver_address]
      const row = document.createElement('tr')
      const name = cell(`${rune.spaced_name} #${rune.number} · `)
      name.append(link(`/block/${rune.id.split(':')[0]}`, rune.id))
      row.append(
        cell(operation),
        name,
        cell(amount && Number(amount).toLocaleString(), 'amount'),
        cell(from && address(from), 'hash'),
        cell(to && address(to), 'hash'),
        cell(location.vout),
        cell(link(`/tx/${location.tx_id.slice(2)}`, location.tx_id.slice(2)), 'hash'),
      )
      rows.append(row)
    }
    document.getElementById('rows').append(rows)
    document.getElementById('count').textContent = `${total} records`
  })
