from simfinder.app.find import api as api

__version__: str

def remove_damaged_bytecode(error: BaseException) -> bool: ...
