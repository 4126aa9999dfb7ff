document.body.textContent = "…";
