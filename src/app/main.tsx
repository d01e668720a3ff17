document.body
