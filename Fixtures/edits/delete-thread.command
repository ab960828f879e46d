tj delete --yes thread
